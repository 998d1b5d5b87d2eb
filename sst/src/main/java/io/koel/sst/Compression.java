package io.koel.sst;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.function.Supplier;

/** How a table's data blocks are compressed. */
public enum Compression {
  NONE(0, 1, null, null),

  /** LZ4's block format: quick both ways. */
  LZ4(1, 255, Lz4Compressor::new, Lz4Decompressor::new),

  /** Zstandard frames: smaller, and slower. At best, 128 KiB of one byte take four. */
  ZSTD(2, (128 << 10) / 4, ZstdCompressor::new, ZstdDecompressor::new);

  private static final Compression[] BY_CODE = {NONE, LZ4, ZSTD};

  private final byte code;
  private final int bestRatio;
  private final Supplier<Compressor> compressors;

  /** The library's decompressors have state, so each thread has its own. */
  private final ThreadLocal<Decompressor> decompressors;

  Compression(
      int code,
      int bestRatio,
      Supplier<Compressor> compressors,
      Supplier<Decompressor> decompressors) {
    this.code = (byte) code;
    this.bestRatio = bestRatio;
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

  /** No fewer bytes than this many compressed ones can stand for. */
  long maxPlainLength(int compressedLength) {
    return (long) bestRatio * compressedLength;
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
    } catch (RuntimeException e) {
      // Malformed input is said by exceptions of many kinds; a decompressor that has thrown may
      // have state that is left over.
      decompressors.remove();
      return false;
    }
  }
}
