package io.koel.soak;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All campaigns. */
final class Campaigns {

  private Campaigns() {}

  /** Those that the options ask for, with their files in a directory. */
  static List<Campaign> in(Path scratch, SoakOptions options) {
    List<Campaign> all = new ArrayList<>();
    all.add(new CrashCampaign(options));
    all.add(new FaultCampaign());
    all.add(new DamageCampaign());
    all.add(new KillCampaign(scratch));
    all.add(new MetamorphicCampaign(scratch));
    all.add(new SnapshotCampaign(scratch));
    all.add(new FuzzCampaign(scratch, options.time()));
    all.add(new LinearizabilityCampaign(scratch));
    all.add(new SmallHeapCampaign(scratch));
    if (options.only().isEmpty()) {
      return all;
    }
    List<Campaign> chosen = new ArrayList<>();
    for (String name : options.only()) {
      chosen.add(
          all.stream()
              .filter(c -> c.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "no campaign "
                              + name
                              + ", there are "
                              + all.stream().map(Campaign::name).toList())));
    }
    return chosen;
  }
}
