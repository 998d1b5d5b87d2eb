package io.koel.filter.xor;

import io.koel.filter.FilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract for three and four slots a key, and for widths where the code differs. */
class BinaryFuseContractTest {

  @Nested
  class ThreeWise extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(bits=8)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class FourWise extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(bits=8,arity=4)";
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
      return "binary-fuse(bits=1)";
    }
  }

  @Nested
  class OddWidth extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(bits=13)";
    }
  }

  @Nested
  class Widest extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(bits=32,arity=4)";
    }
  }

  @Nested
  class ByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(fpp=0.006)";
    }
  }

  @Nested
  class FourWiseByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(fpp=0.003,arity=4)";
    }
  }

  @Nested
  class WidestThreeWise extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(bits=32)";
    }
  }

  @Nested
  class OneBitFourWise extends FilterContractTest {
    @Override
    protected String spec() {
      return "binary-fuse(bits=1,arity=4)";
    }
  }
}
