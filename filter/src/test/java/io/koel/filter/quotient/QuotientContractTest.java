package io.koel.filter.quotient;

import io.koel.filter.DynamicFilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract, at the widths where the code differs. */
class QuotientContractTest {

  @Nested
  class Default extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "quotient(bits=9)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class Bits1 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "quotient(bits=1)";
    }
  }

  @Nested
  class Bits13 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "quotient(bits=13)";
    }
  }

  @Nested
  class Bits22 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "quotient(bits=22)";
    }
  }

  @Nested
  class ByRate extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "quotient(fpp=0.01)";
    }
  }

  @Nested
  class Widest extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "quotient(bits=32)";
    }
  }
}
