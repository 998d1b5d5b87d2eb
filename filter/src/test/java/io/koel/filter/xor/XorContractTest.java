package io.koel.filter.xor;

import io.koel.filter.FilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract for xor and xor+, at widths where the code differs. */
class XorContractTest {

  @Nested
  class Bits8 extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor(bits=8)";
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
      return "xor(bits=1)";
    }
  }

  @Nested
  class Bits16 extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor(bits=16)";
    }
  }

  @Nested
  class Widest extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor(bits=32)";
    }
  }

  @Nested
  class ByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor(fpp=0.006)";
    }
  }

  @Nested
  class PlusBits8 extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor-plus(bits=8)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class PlusOneBit extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor-plus(bits=1)";
    }
  }

  @Nested
  class PlusBits16 extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor-plus(bits=16)";
    }
  }

  @Nested
  class PlusWidest extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor-plus(bits=32)";
    }
  }

  @Nested
  class PlusByRate extends FilterContractTest {
    @Override
    protected String spec() {
      return "xor-plus(fpp=0.003)";
    }
  }
}
