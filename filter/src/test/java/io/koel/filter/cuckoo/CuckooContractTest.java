package io.koel.filter.cuckoo;

import io.koel.filter.DynamicFilterContractTest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;

/** The contract for both families, at the widths where the code differs. */
class CuckooContractTest {

  @Nested
  class Default extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=12)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class SemiSortedDefault extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=13)";
    }

    @Override
    protected IntStream sizes() {
      return allSizes();
    }
  }

  @Nested
  class Plain4 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=4)";
    }
  }

  @Nested
  class Plain5 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=5)";
    }
  }

  @Nested
  class Plain8 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=8)";
    }
  }

  @Nested
  class Plain15 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=15)";
    }
  }

  @Nested
  class Plain16 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=16)";
    }
  }

  @Nested
  class Plain17 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=17)";
    }
  }

  @Nested
  class Plain24 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=24)";
    }
  }

  @Nested
  class Plain32 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(bits=32)";
    }
  }

  @Nested
  class SemiSorted5 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=5)";
    }
  }

  @Nested
  class SemiSorted7 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=7)";
    }
  }

  @Nested
  class SemiSorted8 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=8)";
    }
  }

  @Nested
  class SemiSorted9 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=9)";
    }
  }

  @Nested
  class SemiSorted16 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=16)";
    }
  }

  @Nested
  class SemiSorted17 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=17)";
    }
  }

  @Nested
  class SemiSorted18 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=18)";
    }
  }

  @Nested
  class SemiSorted25 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=25)";
    }
  }

  @Nested
  class SemiSorted32 extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(bits=32)";
    }
  }

  @Nested
  class PlainByRate extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "cuckoo(fpp=0.01)";
    }
  }

  @Nested
  class SemiSortedByRate extends DynamicFilterContractTest {
    @Override
    protected String spec() {
      return "semisorted-cuckoo(fpp=0.0001)";
    }
  }
}
