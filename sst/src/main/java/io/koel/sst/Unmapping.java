package io.koel.sst;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;

/**
 * Gives mapped memory back at once. Java 17 has no way of its own: it waits for the garbage
 * collector, and meanwhile the process seems to need all the memory that it ever mapped, and the
 * space of a deleted file stays taken. The one way there is (jdk.unsupported) is taken where it can
 * be found; where it cannot, the collector does it. From Java 24 on the runtime warns of that way
 * on the program's standard error, which is not ours to write to; there, too, the collector does
 * it.
 */
final class Unmapping {

  private static final int FIRST_RELEASE_THAT_WARNS = 24;
  private static final MethodHandle INVOKE_CLEANER =
      Runtime.version().feature() < FIRST_RELEASE_THAT_WARNS ? invokeCleaner() : null;

  private Unmapping() {}

  private static MethodHandle invokeCleaner() {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field instance = unsafe.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      return MethodHandles.lookup()
          .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
          .bindTo(instance.get(null));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** REQUIRES: nobody uses the buffer any more, and it is not a part of another. */
  static void unmap(MappedByteBuffer buffer) {
    if (INVOKE_CLEANER == null) {
      return;
    }
    try {
      INVOKE_CLEANER.invoke((ByteBuffer) buffer);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("invokeCleaner throws nothing checked", e);
    }
  }
}
