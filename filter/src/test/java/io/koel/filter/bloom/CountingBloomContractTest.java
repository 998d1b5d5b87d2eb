package io.koel.filter.bloom;

import io.koel.filter.DynamicFilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract, by memory and by rate. */
class CountingBloomContractTest {

  @Nested
  class Default extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "counting-bloom(bits=40)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class Small extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "counting-bloom(bits=8)";
    }
  }

  @Nested
  class Odd extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "counting-bloom(bits=13.7)";
    }
  }

  @Nested
  class ByRate extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "counting-bloom(fpp=0.001)";
    }
  }

  @Nested
  class ByHighRate extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "counting-bloom(fpp=0.5)";
    }
  }

  @Nested
  class Largest extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "counting-bloom(bits=256)";
    }
  }
}
