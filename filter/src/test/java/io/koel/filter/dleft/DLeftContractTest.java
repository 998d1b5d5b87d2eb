package io.koel.filter.dleft;

import io.koel.filter.DynamicFilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract, at the widths where the code differs. */
class DLeftContractTest {

  @Nested
  class Default extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "dleft-counting-bloom(bits=12)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class Bits4 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "dleft-counting-bloom(bits=4)";
    }
  }

  @Nested
  class Bits14 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "dleft-counting-bloom(bits=14)";
    }
  }

  @Nested
  class Bits15 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "dleft-counting-bloom(bits=15)";
    }
  }

  @Nested
  class Bits21 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "dleft-counting-bloom(bits=21)";
    }
  }

  @Nested
  class ByRate extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "dleft-counting-bloom(fpp=0.01)";
    }
  }

  @Nested
  class Widest extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "dleft-counting-bloom(bits=28)";
    }
  }
}
