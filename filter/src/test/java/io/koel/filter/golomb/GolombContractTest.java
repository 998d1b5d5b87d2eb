package io.koel.filter.golomb;

import io.koel.filter.FilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract at whole and other rates. */
class GolombContractTest {

  @Nested
  class Bits8 extends FilterContractTest {
    @Override
    protected String spec() {
      return "golomb(bits=8)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class OneBit extends FilterContractTest {
    @Override
    protected String spec() {
      return "golomb(bits=1)";
    }
  }

  @Nested
  class Widest extends FilterContractTest {
    @Override
    protected String spec() {
      return "golomb(bits=32)";
    }
  }

  @Nested
  class ByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "golomb(fpp=0.006)";
    }
  }
}
