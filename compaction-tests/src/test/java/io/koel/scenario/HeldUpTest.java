package io.koel.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.koel.BackgroundFailure;
import io.koel.Koel;
import io.koel.Options;
import io.koel.WriteBatch;
import io.koel.faults.FaultPlan;
import io.koel.faults.FaultyStorage;
import io.koel.faults.StorageCall;
import io.koel.faults.StrictStorage;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who waits for the work of others goes on when that is done, and is told when it will never be
 * done. All that takes long here is held up by a gate; what does not wake up hangs.
 */
@Timeout(60)
class HeldUpTest {

  private static final byte[] KEY = "key".getBytes();

  private final FaultyStorage storage = new FaultyStorage(new StrictStorage());

  /** Background work stands here until it is opened, and fails then if it shall. */
  private final CountDownLatch gate = new CountDownLatch(1);

  private final CountDownLatch reached = new CountDownLatch(1);
  private volatile boolean failsAfterGate;

  @AfterEach
  void openGate() {
    gate.countDown();
  }

  private FaultPlan gateAt(BiPredicate<StorageCall, String> matching) {
    return (call, name) -> {
      if (matching.test(call, name)) {
        reached.countDown();
        try {
          gate.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
        if (failsAfterGate) {
          throw new IOException("injected: " + call + " " + name);
        }
      }
    };
  }

  private interface Call {
    void run() throws IOException;
  }

  private static final class Caller extends FutureTask<Void> {

    private final Thread thread = new Thread(this, "caller");

    Caller(Call call) {
      super(
          () -> {
            call.run();
            return null;
          });
      thread.start();
    }

    /** Returns when the call waits for somebody. */
    Caller waits(Thread.State state) {
      while (thread.getState() != state) {
        assertEquals(false, isDone(), "the call did not wait");
        Thread.onSpinWait();
      }
      return this;
    }

    Throwable failure() {
      return assertThrows(ExecutionException.class, this::get).getCause();
    }
  }

  /** A store whose level 0 is near the stop, while the compaction that would empty it stands. */
  private Koel slow() throws Exception {
    Options options =
        TinyOptions.of("none").withMemtableBytes(64 << 20).withLevel0Triggers(1, 1, 50);
    Koel db = Koel.open(storage, options);
    storage.setPlan(gateAt((call, name) -> call == StorageCall.OPEN && name.endsWith(".sst")));
    for (int i = 0; i < 45; i++) {
      db.put(KEY, new byte[1]);
      db.flush();
    }
    reached.await();
    // At the rate that is allowed now this takes some minutes.
    db.write(new WriteBatch().put(KEY, new byte[20 << 20]));
    return db;
  }

  @Test
  void slowedWriter_level0Emptied_goesOn() throws Exception {
    Koel db = slow();
    Caller writer = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.TIMED_WAITING);
    gate.countDown();
    writer.get();
    db.close();
  }

  @Test
  void slowedWriter_storeFails_isTold() throws Exception {
    Koel db = slow();
    Caller writer = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.TIMED_WAITING);
    failsAfterGate = true;
    gate.countDown();
    assertInstanceOf(BackgroundFailure.class, writer.failure());
    db.close();
  }

  @Test
  void slowedWriter_storeIsClosed_endsInOrder() throws Exception {
    Koel db = slow();
    Caller writer = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.TIMED_WAITING);
    Caller closer = new Caller(db::close);
    writer.get();
    gate.countDown();
    closer.get();
  }

  @Test
  void slowedWriter_interrupted_sleepsOnAndStaysInterrupted() throws Exception {
    Koel db = slow();
    Caller writer = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.TIMED_WAITING);
    writer.thread.interrupt();
    while (writer.thread.isInterrupted()) {
      assertEquals(false, writer.isDone(), "the interrupt has ended the sleep");
      Thread.onSpinWait();
    }
    writer.waits(Thread.State.TIMED_WAITING);
    gate.countDown();
    writer.get();
    db.close();
  }

  /** A store with a full level 0 whose compaction stands, and a memtable that is full. */
  private Koel stopped() throws Exception {
    Options options = TinyOptions.of("none").withLevel0Triggers(1, 1, 2);
    Koel db = Koel.open(storage, options);
    storage.setPlan(gateAt((call, name) -> call == StorageCall.OPEN && name.endsWith(".sst")));
    db.put(KEY, new byte[1]);
    db.flush();
    // The first table is only moved, whereas each later one has to be merged.
    db.awaitIdle();
    for (int i = 0; i < 2; i++) {
      db.put(KEY, new byte[1]);
      db.flush();
    }
    reached.await();
    db.write(new WriteBatch().put(KEY, new byte[8 << 10]));
    return db;
  }

  @Test
  void stoppedWriter_level0Emptied_goesOn() throws Exception {
    Koel db = stopped();
    Caller writer = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.WAITING);
    gate.countDown();
    writer.get();
    db.close();
  }

  @Test
  void stoppedWriters_storeFails_areAllTold() throws Exception {
    Koel db = stopped();
    Caller writer = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.WAITING);
    Caller second = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.WAITING);
    Caller compactor = new Caller(() -> db.compact(KEY, KEY)).waits(Thread.State.WAITING);
    Caller idler = new Caller(db::awaitIdle).waits(Thread.State.WAITING);
    failsAfterGate = true;
    gate.countDown();
    for (Caller caller : new Caller[] {writer, second, compactor, idler}) {
      assertInstanceOf(BackgroundFailure.class, caller.failure());
    }
    db.close();
  }

  @Test
  void stoppedWriters_storeIsClosed_areAllTold() throws Exception {
    Koel db = stopped();
    Caller writer = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.WAITING);
    Caller second = new Caller(() -> db.put(KEY, KEY)).waits(Thread.State.WAITING);
    Caller closer = new Caller(db::close);
    assertInstanceOf(IllegalStateException.class, writer.failure());
    assertInstanceOf(IllegalStateException.class, second.failure());
    gate.countDown();
    closer.get();
  }

  @Test
  void flush_logFailsMeanwhile_isTold() throws Exception {
    Koel db = Koel.open(storage, TinyOptions.of("none"));
    // The flushing thread stands after it has told everybody of its first table.
    storage.setPlan(gateAt((call, name) -> call == StorageCall.DELETE && name.endsWith(".log")));
    db.put(KEY, KEY);
    db.flush();
    reached.await();
    db.put(KEY, KEY);
    Caller flusher = new Caller(db::flush).waits(Thread.State.WAITING);
    Caller idler = new Caller(db::awaitIdle).waits(Thread.State.WAITING);
    storage.setPlan(
        FaultPlan.always((call, name) -> call == StorageCall.APPEND && name.endsWith(".log")));
    assertThrows(BackgroundFailure.class, () -> db.put(KEY, KEY));
    assertInstanceOf(BackgroundFailure.class, flusher.failure());
    assertInstanceOf(BackgroundFailure.class, idler.failure());
    gate.countDown();
    // What is in no table cannot be synced in a log that failed.
    assertThrows(IOException.class, db::close);
    storage.setPlan(FaultPlan.NONE);
    try (Koel reopened = Koel.open(storage, TinyOptions.of("none"))) {
      assertNotNull(reopened.get(KEY));
    }
  }
}
