package io.koel.scenario;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Gives jqwik's properties the seed that all random tests have: printed, and taken from -Pseed. */
public final class ReplayedSeed implements AroundPropertyHook {

  /** Properties get it from their class. */
  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    long seed = Seeds.next(context.extendedLabel());
    context.attributes().setSeed(Long.toString(seed));
    return property.execute();
  }
}
