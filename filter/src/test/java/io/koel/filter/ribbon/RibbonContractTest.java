package io.koel.filter.ribbon;

import io.koel.filter.FilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract at several widths, whole and mixed. */
class RibbonContractTest {

  @Nested
  class Bits8 extends FilterContractTest {
    @Override
    protected String spec() {
      return "ribbon(bits=8)";
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
      return "ribbon(bits=1)";
    }
  }

  @Nested
  class Widest extends FilterContractTest {
    @Override
    protected String spec() {
      return "ribbon(bits=32)";
    }
  }

  @Nested
  class ByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "ribbon(fpp=0.006)";
    }
  }
}
