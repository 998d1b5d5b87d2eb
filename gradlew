#!/bin/sh
# Runs Gradle: the one on the PATH, else the distribution that gradle/wrapper/gradle-wrapper.properties
# names, else Debian's package. Whatever the version, the totals of a test run are the last line printed.
set -u

here=$(cd "$(dirname "$0")" && pwd -P) || exit 1
user_home=${GRADLE_USER_HOME:-$HOME/.gradle}

say() { echo "gradlew: $*" >&2; }
die() { say "$*"; exit 1; }

# java_version JAVA: the major version of a java command, 0 if it is none.
java_version() {
  v=$("$1" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
  echo "${v:-0}"
}

# installed_java MIN MAX: the home of an installed JDK in that range.
installed_java() {
  for home in "${JAVA_HOME:-/nonexistent}" "$(path_java_home)" /usr/lib/jvm/* /opt/java/* /opt/jdk*; do
    if [ -x "$home/bin/java" ] && [ -x "$home/bin/javac" ]; then
      v=$(java_version "$home/bin/java")
      if [ "$v" -ge "$1" ] && [ "$v" -le "$2" ]; then
        echo "$home"
        return 0
      fi
    fi
  done
  return 1
}

path_java_home() {
  java=$(command -v java) || { echo /nonexistent; return; }
  dirname "$(dirname "$(readlink -f "$java")")"
}

wrapper_property() {
  sed -n "s/^$1=//p" "$here/gradle/wrapper/gradle-wrapper.properties" | sed 's/\\:/:/g'
}

fetch() {
  if command -v curl >/dev/null; then
    curl -fsSL --connect-timeout 10 --max-time 300 -o "$2" "$1" 2>/dev/null
  elif command -v wget >/dev/null; then
    wget -q -T 10 -t 1 -O "$2" "$1"
  else
    return 1
  fi
}

unzip_into() {
  if command -v unzip >/dev/null; then
    unzip -q "$1" -d "$2"
  else
    (cd "$2" && "$jdk/bin/jar" xf "$1" && chmod +x ./*/bin/gradle)
  fi
}

# is_sound FILE SHA256
is_sound() {
  if command -v sha256sum >/dev/null; then
    echo "$2  $1" | sha256sum -c - >/dev/null 2>&1
  else
    echo "$2  $1" | shasum -a 256 -c - >/dev/null 2>&1
  fi
}

# Downloads the distribution, checks it and unpacks it; nothing half-done is ever found by the next run.
download() {
  url=$(wrapper_property distributionUrl)
  sha=$(wrapper_property distributionSha256Sum)
  name=$(basename "$url" -bin.zip)
  dist=$user_home/koel/$name
  if [ ! -x "$dist/bin/gradle" ]; then
    mkdir -p "$user_home/koel" && work=$(mktemp -d "$user_home/koel/download.XXXXXX") || return 1
    say "no gradle on the PATH, downloading $name"
    if fetch "$url" "$work/dist.zip" \
        && is_sound "$work/dist.zip" "$sha" \
        && unzip_into "$work/dist.zip" "$work"; then
      mv "$work/$name" "$dist" 2>/dev/null
    fi
    rm -rf "$work"
  fi
  [ -x "$dist/bin/gradle" ] && gradle=$dist/bin/gradle
}

install_package() {
  command -v apt-get >/dev/null || return 1
  sudo=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || return 1
    sudo=sudo
  fi
  say "no download; installs Debian's gradle package and what it needs${sudo:+, with sudo}"
  log=$(mktemp)
  if $sudo apt-get update >"$log" 2>&1 \
      && $sudo env DEBIAN_FRONTEND=noninteractive \
          apt-get install -y --no-install-recommends gradle >>"$log" 2>&1; then
    rm -f "$log"
    gradle=$(command -v gradle)
  else
    tail -n 5 "$log" >&2
    rm -f "$log"
    return 1
  fi
}

jdk=$(installed_java 17 99) || die "a JDK of version 17 or newer is needed (JAVA_HOME, the PATH and /usr/lib/jvm have none)"
gradle=$(command -v gradle) || download || install_package \
  || die "no Gradle: none on the PATH, no download from $(wrapper_property distributionUrl), no package from apt-get"

# Releases know only the JDKs of their time, and 17 suits them all; Debian's 4.4.1 needs it. A jar's name
# tells the release much faster than gradle --version does.
lib=$(dirname "$(dirname "$(readlink -f "$gradle")")")/lib
release=$(ls "$lib" 2>/dev/null | sed -n 's/^gradle-launcher-\(.*\)\.jar$/\1/p')
case $release in
  4.*) jdk=$(installed_java 17 17) || die "Gradle $release runs on JDK 17 only, and none is installed" ;;
  [5-8].*) jdk=$(installed_java 17 17 || echo "$jdk") ;;
esac
JAVA_HOME=$jdk
export JAVA_HOME

# Debian's start script has java print its version each time, so its program is started without it.
run_gradle() {
  case $release in
    4.*)
      # The options may have quotes, which count as they do in Gradle's own script.
      eval "set -- ${JAVA_OPTS:-} ${GRADLE_OPTS:-}"' -Dorg.gradle.appname=gradle \
        -classpath "$lib/gradle-launcher-$release.jar" org.gradle.launcher.GradleMain "$@"'
      "$JAVA_HOME/bin/java" --add-opens java.base/java.lang=ALL-UNNAMED "$@"
      ;;
    *) "$gradle" "$@" ;;
  esac
}

summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
trap 'exit 130' INT TERM
cd "$here" || exit 1
run_gradle "-Dkoel.summary=$summary" "$@"
status=$?
cat "$summary"
exit $status
