/**
 * One history under many options: {@link io.koel.metamorphic.MetamorphicRun} plays it, {@link
 * io.koel.metamorphic.OptionSets} has the options. The answers may not depend on them.
 */
package io.koel.metamorphic;
