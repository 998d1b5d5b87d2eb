package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.koel.Koel;
import io.koel.Options;
import io.koel.crash.Audit;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * What holds for every short sequence of operations; jqwik shortens those for which it does not.
 */
@AddLifecycleHook(ReplayedSeed.class)
class StoreProperties {

  /** One operation; the key is used by puts and deletes only. */
  record Operation(Kind kind, int key, int valueLength) {

    enum Kind {
      PUT,
      DELETE,
      FLUSH,
      COMPACT,
      REOPEN,
      CRASH
    }
  }

  private static final int KEYS = 6;

  private final Options options =
      Options.defaults()
          .withFilterPolicy("cuckoo(bits=4)")
          .withMemtableBytes(1 << 10)
          .withBlockBytes(64)
          .withTableBytes(1 << 10)
          .withLevelBaseBytes(1 << 10)
          .withLevelRatio(2)
          .withLevel0Triggers(1, 20, 36);

  @Provide
  Arbitrary<List<Operation>> operations() {
    Arbitrary<Operation.Kind> kinds =
        Arbitraries.frequency(
            Tuple.of(6, Operation.Kind.PUT),
            Tuple.of(6, Operation.Kind.DELETE),
            Tuple.of(4, Operation.Kind.FLUSH),
            Tuple.of(1, Operation.Kind.COMPACT),
            Tuple.of(1, Operation.Kind.REOPEN),
            Tuple.of(1, Operation.Kind.CRASH));
    Arbitrary<Integer> keys = Arbitraries.integers().between(0, KEYS - 1);
    Arbitrary<Integer> lengths = Arbitraries.integers().between(0, 300);
    return Combinators.combine(kinds, keys, lengths).as(Operation::new).list().ofMaxSize(60);
  }

  private static byte[] key(int key) {
    return new byte[] {(byte) key};
  }

  @Property(tries = 150)
  void contents_afterAnyOperations_areThoseOfAMap(@ForAll("operations") List<Operation> operations)
      throws IOException {
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    StrictStorage storage = new StrictStorage();
    Koel db = Koel.open(storage, options);
    for (Operation operation : operations) {
      switch (operation.kind) {
        case PUT -> {
          byte[] value = new byte[operation.valueLength];
          db.put(key(operation.key), value);
          model.put(key(operation.key), value);
        }
        case DELETE -> {
          db.delete(key(operation.key));
          model.remove(key(operation.key));
        }
        case FLUSH -> db.flush();
        case COMPACT -> db.compact();
        case REOPEN -> {
          db.close();
          db = Koel.open(storage, options);
        }
        case CRASH -> {
          // What was synced before survives whatever else is lost.
          db.sync();
          StrictStorage after = storage.afterPowerCut(operation.valueLength);
          db.close();
          storage = after;
          db = Koel.open(storage, options);
        }
      }
    }
    Audit.requireEqual(model, Audit.read(db.scan()), "the store");
    for (int key = 0; key < KEYS; key++) {
      assertArrayEquals(model.get(key(key)), db.get(key(key)));
    }
    db.verify();
    db.close();
  }

  /** Deleting everything leaves nothing, wherever it was. */
  @Property(tries = 60)
  void deletingAll_afterAnyOperations_leavesNoEntryAndNoTombstone(
      @ForAll("operations") List<Operation> operations) throws IOException {
    try (Koel db = Koel.open(new StrictStorage(), options)) {
      for (Operation operation : operations) {
        switch (operation.kind) {
          case PUT -> db.put(key(operation.key), new byte[operation.valueLength]);
          case DELETE -> db.delete(key(operation.key));
          default -> db.flush();
        }
      }
      for (int key = 0; key < KEYS; key++) {
        db.delete(key(key));
      }
      db.compact();
      assertEquals(0, db.stats().levels().stream().mapToLong(l -> l.entries()).sum());
      assertEquals(0, Audit.read(db.scan()).size());
    }
  }
}
