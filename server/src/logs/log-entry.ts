import { type LogCategory, type LogLevel, logCategories, maxMessageLength } from '@coverdesk/domain/logs/log-levels.ts'
import { z } from 'zod'

/** An entry on its way into the log. */
export interface LogEntry {
  at: string
  level: LogLevel
  category: LogCategory
  userId: number | null
  message: string
}

const Told = z.object({
  type: z.string().optional(),
  message: z.string().optional(),
  stack: z.string().optional(),
  code: z.string().optional(),
  rule: z.string().optional(),
})

/** A line of pino, as far as the log keeps it. */
const Line = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  category: z.enum(logCategories).optional(),
  userId: z.number().int().nullish(),
  reqId: z.string().optional(),
  code: z.string().optional(),
  route: z.string().optional(),
  err: Told.extend({ cause: Told.optional() }).optional(),
})

/**
 * A line of the server's log as an entry; null for what is not kept: what is no line of ours, and news without a category,
 * which are those of each request (the audit record has them). Lines hold no personal data (logging.ts).
 */
export function entryOf(line: string): LogEntry | null {
  const parsed = Line.safeParse(parsedJson(line))
  if (!parsed.success) return null
  const { level, time, category, userId, ...said } = parsed.data
  if (category === undefined && level < 40) return null
  return {
    at: new Date(time).toISOString(),
    level: levelOf(level),
    category: category ?? (said.reqId ? 'Calls' : 'Server'),
    userId: userId ?? null,
    message: messageOf(said),
  }
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** pino's numbers as the names of A-108. */
function levelOf(level: number): LogLevel {
  if (level >= 60) return 'Critical'
  if (level >= 50) return 'Error'
  if (level >= 40) return 'Warning'
  return level >= 30 ? 'Information' : 'Debug'
}

/** What happened, then why and in which call, then where in the code: as long as may be, without what PostgreSQL cannot hold. */
function messageOf({
  msg,
  err,
  code,
  route,
  reqId,
}: Pick<z.output<typeof Line>, 'msg' | 'err' | 'code' | 'route' | 'reqId'>): string {
  const why = [err, err?.cause].map((told) => told && inWords(told)).filter(Boolean)
  const sentence = [msg, ...why].join(': ')
  const facts = [
    ['failure', code],
    ['route', route],
    ['request', err && reqId],
  ].flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
  const whole = [sentence, facts.join(', '), err?.stack].filter(Boolean).join('\n')
  return whole.replaceAll('\0', '').slice(0, maxMessageLength).toWellFormed()
}

const inWords = ({ type, message, code, rule }: z.output<typeof Told>) =>
  [[type, message].filter(Boolean).join(' '), code && `(${[code, rule].filter(Boolean).join(', ')})`]
    .filter(Boolean)
    .join(' ')
