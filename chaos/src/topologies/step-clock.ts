import { existsSync } from 'node:fs'

/** Debian's libfaketime, by the machine's name for the kind of processor. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

/** Whether the clock of a process can be stepped here: with Debian's libfaketime (`apt-get install libfaketime`). */
export const canStepClock = library !== undefined

/**
 * Environment of a process whose wall clock is that of the machine plus the offset in the file `clock`, read again each second.
 * Timers go on with the machine's clock, as after a step of the real one.
 */
export function clockEnvironment(clock: string): Record<string, string> {
  if (library === undefined) return {}
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
    NO_FAKE_STAT: '1',
  }
}
