package io.koel.filter.cuckoo;

/** The slots that a relocation walk takes, equal for equal seeds. */
final class RandomSlots {

  private long state;

  RandomSlots(long seed) {
    state = seed;
  }

  /** A number from 0 to 3: the upper two bits of a linear congruential generator (Knuth's MMIX). */
  int next() {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return (int) (state >>> 62);
  }
}
