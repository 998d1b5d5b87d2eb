package io.koel.scenario;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shows a map of bytes as one of strings, so that test suites, which compare by equals, can use it.
 *
 * <p>Every call goes to the map of bytes: strings that go in become bytes, bytes that come out
 * become strings, and whatever has an interface, be it an entry, an iterator, a view or a function,
 * is shown through another such proxy, to the map the other way round. Only what has no meaning for
 * bytes is asked of a copy: hash codes, texts, and arrays of a given type.
 */
final class TextView implements InvocationHandler {

  private static final Set<String> OF_A_COPY = Set.of("hashCode", "toString", "toArray");

  /** What an outsider sees of what is behind. */
  private enum Shows {
    TEXT,
    BYTES;

    Shows other() {
      return this == TEXT ? BYTES : TEXT;
    }
  }

  private final Object behind;
  private final Shows shows;

  private TextView(Object behind, Shows shows) {
    this.behind = behind;
    this.shows = shows;
  }

  /** The map of strings that a map of bytes is. */
  @SuppressWarnings("unchecked")
  static <M extends Map<String, String>> M of(Map<byte[], byte[]> map) {
    return (M) show(map, Shows.TEXT);
  }

  private static Object show(Object object, Shows shows) {
    if (object instanceof byte[] bytes && shows == Shows.TEXT) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    if (object instanceof String text && shows == Shows.BYTES) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
    if (object instanceof Object[] array) {
      return Arrays.stream(array).map(element -> show(element, shows)).toArray();
    }
    if (object != null
        && Proxy.isProxyClass(object.getClass())
        && Proxy.getInvocationHandler(object) instanceof TextView view) {
      return view.behind;
    }
    Class<?>[] interfaces = object == null ? new Class<?>[0] : interfacesOf(object.getClass());
    return interfaces.length == 0
        ? object
        : Proxy.newProxyInstance(
            TextView.class.getClassLoader(), interfaces, new TextView(object, shows));
  }

  /** What is worth to be shown through a proxy: collections, functions, streams and the like. */
  private static Class<?>[] interfacesOf(Class<?> type) {
    List<Class<?>> all = new ArrayList<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Class<?> i : c.getInterfaces()) {
        if (i.getName().startsWith("java.util.") && Modifier.isPublic(i.getModifiers())) {
          all.add(i);
        }
      }
    }
    return all.stream().distinct().toArray(Class<?>[]::new);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    try {
      Object copy = OF_A_COPY.contains(method.getName()) ? copy() : null;
      if (copy != null) {
        return method.invoke(copy, arguments);
      }
      return show(method.invoke(behind, (Object[]) show(arguments, shows.other())), shows);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** The same in plain collections; null if there is no such thing, as of a function. */
  private Object copy() {
    if (behind instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, value) -> copy.put(show(key, shows), show(value, shows)));
      return copy;
    }
    if (behind instanceof Map.Entry<?, ?> entry) {
      return Map.entry(show(entry.getKey(), shows), show(entry.getValue(), shows));
    }
    if (behind instanceof Collection<?> elements) {
      Collection<Object> copy =
          behind instanceof Set<?> ? new LinkedHashSet<>() : new ArrayList<>();
      elements.forEach(element -> copy.add(show(element, shows)));
      return copy;
    }
    return null;
  }
}
