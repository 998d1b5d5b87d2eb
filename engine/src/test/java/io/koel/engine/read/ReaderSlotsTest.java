package io.koel.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ReaderSlotsTest {

  private final ReaderSlots slots = new ReaderSlots(2);

  @Test
  void awaitReaders_whileSlotIsHeld_waitsForIt() throws InterruptedException {
    ReaderSlot held = slots.enter();
    AtomicBoolean left = new AtomicBoolean();
    AtomicBoolean sawLeft = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              slots.awaitReaders();
              sawLeft.set(left.get());
            });
    waiting.start();
    while (waiting.getState() == Thread.State.NEW || waiting.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
    assertTrue(waiting.isAlive());
    left.set(true);
    held.leave();
    waiting.join();
    assertTrue(sawLeft.get());
  }

  @Test
  void awaitReaders_slotTakenAgain_doesNotWaitForTheNextHolder() throws InterruptedException {
    slots.enter().leave();
    Thread waiting = new Thread(slots::awaitReaders);
    waiting.start();
    waiting.join();
    assertFalse(waiting.isAlive());
  }

  @Test
  void enter_moreThanThereAre_givesEachItsOwn() {
    List<ReaderSlot> held = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      held.add(slots.enter());
    }
    Set<ReaderSlot> different = new HashSet<>(held);
    assertEquals(500, different.size());
    held.forEach(slot -> slot.count(1));
    held.forEach(ReaderSlot::leave);
    slots.awaitReaders();
    assertEquals(500, slots.sum(1));
    assertEquals(0, slots.sum(0));
  }
}
