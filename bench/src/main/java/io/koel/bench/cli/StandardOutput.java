package io.koel.bench.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Where results go: UTF-8 whatever the locale is, so that what is printed is what was put.
 *
 * <p>A {@link PrintWriter} goes on when its stream fails, and nobody would hear of a full disk, nor
 * would a scan end when its reader has gone. So this stream throws what a print writer lets
 * through, an {@link OutputFailure}.
 */
final class StandardOutput extends OutputStream {

  private final OutputStream stream;

  private StandardOutput(OutputStream stream) {
    this.stream = stream;
  }

  static PrintWriter open() {
    return over(new FileOutputStream(FileDescriptor.out));
  }

  static PrintWriter over(OutputStream stream) {
    OutputStream strict = new StandardOutput(stream);
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(strict, StandardCharsets.UTF_8)));
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    try {
      stream.write(bytes, offset, length);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }

  @Override
  public void flush() {
    try {
      stream.flush();
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
