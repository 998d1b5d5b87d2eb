package io.koel.filter.bloom;

import io.koel.filter.FilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract for both families, by memory and by rate. */
class BloomContractTest {

  @Nested
  class Bits10 extends FilterContractTest {
    @Override
    protected String spec() {
      return "bloom(bits=10)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class Bits3 extends FilterContractTest {
    @Override
    protected String spec() {
      return "bloom(bits=2.5)";
    }
  }

  @Nested
  class Bits64 extends FilterContractTest {
    @Override
    protected String spec() {
      return "bloom(bits=64)";
    }
  }

  @Nested
  class ByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "bloom(fpp=0.001)";
    }
  }

  @Nested
  class BlockedBits10 extends FilterContractTest {
    @Override
    protected String spec() {
      return "blocked-bloom(bits=10)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class BlockedBits2 extends FilterContractTest {
    @Override
    protected String spec() {
      return "blocked-bloom(bits=2)";
    }
  }

  @Nested
  class BlockedBits64 extends FilterContractTest {
    @Override
    protected String spec() {
      return "blocked-bloom(bits=64)";
    }
  }

  @Nested
  class BlockedByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "blocked-bloom(fpp=0.001)";
    }
  }
}
