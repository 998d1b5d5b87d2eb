package io.koel.bench.paper;

/** The filters that are timed, under the paper's names. */
enum Contestant {
  CF("CF", "cuckoo(bits=12)", Way.ONE_BY_ONE),
  SS_CF("ss-CF", "semisorted-cuckoo(bits=13)", Way.ONE_BY_ONE),
  BF("BF", "bloom(bits=13)", Way.AT_ONCE),
  BLOCKED_BF("blk-BF", "blocked-bloom(bits=13)", Way.AT_ONCE),
  QF("QF", "quotient(bits=9)", Way.ONE_BY_ONE),
  DLEFT_CBF("dl-CBF", "dleft-counting-bloom(bits=10)", Way.ONE_BY_ONE),

  /** As Koel's tables have them: all keys are known, and the filter is packed tighter. */
  CF_PACKED("CF packed", "cuckoo(bits=12)", Way.AT_ONCE),
  SS_CF_PACKED("ss-CF packed", "semisorted-cuckoo(bits=13)", Way.AT_ONCE);

  /** How keys come into the filter. */
  enum Way {
    /** Into a filter that changes, until it refuses one. */
    ONE_BY_ONE,
    /** Through a builder that is given all of them; the filter does not change after that. */
    AT_ONCE
  }

  private final String label;
  private final String spec;
  private final Way way;

  Contestant(String label, String spec, Way way) {
    this.label = label;
    this.spec = spec;
    this.way = way;
  }

  String label() {
    return label;
  }

  String spec() {
    return spec;
  }

  boolean growsOneByOne() {
    return way == Way.ONE_BY_ONE;
  }

  /** Whether the paper has this filter too. */
  boolean isInPaper() {
    return this != CF_PACKED && this != SS_CF_PACKED;
  }
}
