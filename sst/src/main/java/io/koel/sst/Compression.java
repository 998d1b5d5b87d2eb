package io.koel.sst;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.function.Supplier;

/** How a table's data blocks are compressed. */
public enum Compression {
  NONE(0, null, null),

  /** LZ4's block format: quick both ways. */
  LZ4(1, Lz4Compressor::new, Lz4Decompressor::new),

  /** Zstandard frames: smaller, and slower. */
  ZSTD(2, ZstdCompressor::new, ZstdDecompressor::new);

  private static final Compression[] BY_CODE = {NONE, LZ4, ZSTD};

  private final byte code;
  private final Supplier<Compressor> compressors;

  /** The library's decompressors have state, so each thread has its own. */
  private final ThreadLocal<Decompressor> decompressors;

  Compression(int code, Supplier<Compressor> compressors, Supplier<Decompressor> decompressors) {
    this.code = (byte) code;
    this.compressors = compressors;
    this.decompressors = decompressors == null ? null : ThreadLocal.withInitial(decompressors);
  }

  /** As it is stored; never changes. */
  byte code() {
    return code;
  }

  /** The compression that is stored as this code, or null. */
  static Compression ofCode(int code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
  }

  /**
   * A compressor, which is not thread-safe.
   *
   * <p>REQUIRES: not {@link #NONE}.
   */
  Compressor newCompressor() {
    return compressors.get();
  }

  /**
   * Fills all of {@code target}; false if the bytes are not compressed ones of this length.
   *
   * <p>REQUIRES: not {@link #NONE}.
   */
  boolean decompress(byte[] source, int offset, int length, byte[] target) {
    try {
      int plain = decompressors.get().decompress(source, offset, length, target, 0, target.length);
      return plain == target.length;
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return false;
    }
  }
}
