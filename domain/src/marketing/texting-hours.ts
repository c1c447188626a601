import { stateNames } from '../fields/us-state.ts'

/** When people in a state may be texted for sales, in whole hours of their day. */
interface TextingHours {
  from: number
  to: number
  /** First hour on Sundays; null: not on Sundays. */
  sundayFrom?: number | null
  /** Texts to one number within 24 hours. */
  most?: number
}

/** 47 CFR 64.1200(c)(1): where no state is known, or its law has no hours of its own. */
const federal: TextingHours = { from: 8, to: 21 }

/** States whose laws are stricter; docs/decisions/261-texting-hours.md has the sources. */
const byState: Readonly<Record<string, TextingHours>> = {
  AL: { from: 8, to: 20, sundayFrom: null },
  CT: { from: 9, to: 20 },
  FL: { from: 8, to: 20, most: 3 },
  KY: { from: 10, to: 21 },
  LA: { from: 8, to: 20, sundayFrom: null },
  MA: { from: 8, to: 20 },
  MD: { from: 8, to: 20 },
  MS: { from: 8, to: 20, sundayFrom: null },
  NV: { from: 9, to: 20 },
  OK: { from: 8, to: 20, most: 3 },
  OR: { from: 8, to: 20, most: 3 },
  RI: { from: 9, to: 18 },
  TX: { from: 9, to: 21, sundayFrom: 12 },
  WA: { from: 8, to: 20 },
}

const [eastern, central, mountain, pacific] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
] as const

/** Time zones of states; a state in two zones has the hours of both. States that are not named are in the eastern one. */
const zones: Readonly<Record<string, readonly string[]>> = {
  AK: ['America/Anchorage', 'America/Adak'],
  AL: [central],
  AR: [central],
  AS: ['Pacific/Pago_Pago'],
  AZ: ['America/Phoenix', mountain],
  CA: [pacific],
  CO: [mountain],
  FL: [eastern, central],
  GU: ['Pacific/Guam'],
  HI: ['Pacific/Honolulu'],
  IA: [central],
  ID: [mountain, pacific],
  IL: [central],
  IN: [eastern, central],
  KS: [central, mountain],
  KY: [eastern, central],
  LA: [central],
  MI: [eastern, central],
  MN: [central],
  MO: [central],
  MP: ['Pacific/Guam'],
  MS: [central],
  MT: [mountain],
  ND: [central, mountain],
  NE: [central, mountain],
  NM: [mountain],
  NV: [pacific, mountain],
  OK: [central],
  OR: [pacific, mountain],
  PR: ['America/Puerto_Rico'],
  SD: [central, mountain],
  TN: [eastern, central],
  TX: [central, mountain],
  UT: [mountain],
  VI: ['America/Puerto_Rico'],
  WA: [pacific],
  WI: [central],
  WY: [mountain],
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Two states that ever allow the same hour do so within a week. */
const maxHours = 8 * 24

/** Time after a text of the contact in which an answer is no sales call: it may be sent at any hour. */
export const answerHours = 24

/**
 * First moment at which a text may be sent that the agency begins: now, or the next hour that every state allows. A person may be
 * where the address or where the area code is, so the stricter rule counts; without either, the whole mainland does. If the states
 * share no hour, as Rhode Island and Guam in summer, the last one does not count. `sent` are the times at which earlier texts to
 * the number are sent, in any order.
 */
export function firstTextingTime(now: Date, states: readonly string[], sent: readonly Date[]): Date {
  const rules = states.length > 0 ? states.map(rulesOf) : [{ hours: federal, in: [eastern, pacific] }]
  const mosts = rules.flatMap(({ hours }) => hours.most ?? [])
  const free = mosts.length > 0 ? freeAgainAt(sent, Math.min(...mosts)) : 0
  let at = Math.max(now.getTime(), free)
  for (let hour = 0; hour < maxHours; hour++) {
    const time = at
    if (rules.every(({ hours, in: places }) => places.every((zone) => allows(hours, zone, time)))) return new Date(time)
    at = Math.floor(at / hourMs) * hourMs + hourMs
  }
  return firstTextingTime(now, states.slice(0, -1), sent)
}

const rulesOf = (state: string) => ({ hours: byState[state] ?? federal, in: zones[state] ?? [eastern] })

/** When the number of texts within 24 hours is below `most` again. */
function freeAgainAt(sent: readonly Date[], most: number): number {
  const times = sent.map((time) => time.getTime()).toSorted((one, other) => other - one)
  const decisive = times[most - 1]
  return decisive === undefined ? 0 : decisive + dayMs
}

/** Making a clock takes longer than reading it, and a search reads one up to 200 times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  const clock =
    known ?? new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' })
  if (!known) clocks.set(timeZone, clock)
  return clock
}

function allows({ from, to, sundayFrom }: TextingHours, zone: string, at: number): boolean {
  const parts = clockOf(zone).formatToParts(at)
  const said = (type: string) => parts.find((part) => part.type === type)?.value
  const hour = Number(said('hour'))
  const first = said('weekday') === 'Sun' && sundayFrom !== undefined ? sundayFrom : from
  return first !== null && hour >= first && hour < to
}

/** Says when a text that is written now is sent, if not at once. */
export function sentLaterSentence(until: string, states: readonly string[]): string {
  const names = states.map((state) => stateNames[state] ?? state).join(' and ')
  return `Texting rules${names === '' ? '' : ` of ${names}`}: a text that you write now is sent on ${until}. An answer to their text is sent at once.`
}
