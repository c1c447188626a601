import { type LogCategory, type LogLevel, logCategories, maxMessageLength } from '@coverdesk/domain/logs/log-levels.ts'
import { z } from 'zod'

/** An entry to be written to the log. */
export interface LogEntry {
  at: string
  level: LogLevel
  category: LogCategory
  userId: number | null
  message: string
}

const LoggedError = z.object({
  type: z.string().optional(),
  message: z.string().optional(),
  stack: z.string().optional(),
  code: z.string().optional(),
  rule: z.string().optional(),
})

/** The fields of a pino line that the log uses. */
const Line = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  category: z.enum(logCategories).optional(),
  userId: z.number().int().nullish(),
  reqId: z.string().optional(),
  code: z.string().optional(),
  route: z.string().optional(),
  err: LoggedError.extend({ cause: LoggedError.optional() }).optional(),
})

/**
 * Parses a line of the server's log; null for foreign lines and for request lines without a category, which the audit record
 * covers. Lines contain no personal data (logging.ts).
 */
export function parseLogEntry(line: string): LogEntry | null {
  const parsed = Line.safeParse(parsedJson(line))
  if (!parsed.success) return null
  const { level, time, category, userId, ...rest } = parsed.data
  if (category === undefined && level < 40) return null
  return {
    at: new Date(time).toISOString(),
    level: levelOf(level),
    category: category ?? (rest.reqId ? 'Calls' : 'Server'),
    userId: userId ?? null,
    message: messageOf(rest),
  }
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Names of pino's levels. */
function levelOf(level: number): LogLevel {
  if (level >= 60) return 'Critical'
  if (level >= 50) return 'Error'
  if (level >= 40) return 'Warning'
  return level >= 30 ? 'Information' : 'Debug'
}

/** Message, causes, request and stack of a line, truncated and without characters that PostgreSQL rejects. */
function messageOf({
  msg,
  err,
  code,
  route,
  reqId,
}: Pick<z.output<typeof Line>, 'msg' | 'err' | 'code' | 'route' | 'reqId'>): string {
  const why = [err, err?.cause].map((error) => error && inWords(error)).filter(Boolean)
  const sentence = [msg, ...why].join(': ')
  const facts = [
    ['failure', code],
    ['route', route],
    ['request', err && reqId],
  ].flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
  const text = [sentence, facts.join(', '), err?.stack].filter(Boolean).join('\n')
  return text.replaceAll('\0', '').slice(0, maxMessageLength).toWellFormed()
}

const inWords = ({ type, message, code, rule }: z.output<typeof LoggedError>) =>
  [[type, message].filter(Boolean).join(' '), code && `(${[code, rule].filter(Boolean).join(', ')})`]
    .filter(Boolean)
    .join(' ')
