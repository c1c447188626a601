import { randomInt } from 'node:crypto'
import { Refusal } from '../start/say.mjs'

/**
 * Takes `--seed N` out of arguments. The seed decides the order of all tests and the inputs of properties; it is random
 * unless set there or as TEST_SEED.
 */
export function readSeed(args, env = process.env) {
  const rest = [...args]
  const at = rest.findIndex((arg) => arg === '--seed' || arg.startsWith('--seed='))
  const [option] = at < 0 ? [] : rest.splice(at, rest[at] === '--seed' ? 2 : 1)
  const given = at < 0 ? env.TEST_SEED : option === '--seed' ? (args[at + 1] ?? '') : option.slice('--seed='.length)
  const seed = given ?? String(randomInt(2 ** 31))
  if (!/^\d{1,10}$/.test(seed)) throw new Refusal(`The seed must be a whole number, not "${seed}".`)
  return { seed, rest }
}
