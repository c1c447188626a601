import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@coverdesk/server/src/platform/runtime/project-root.ts'
import type { Part } from './figures.ts'

interface About {
  size: number
  database: string
  /** Load average of the five minutes before the run. */
  load: number
}

/** The text of bench/results.md. `parts` by name, in the order of measuring. */
export function resultsText(parts: ReadonlyMap<string, Part>, about: About): string {
  const blocks = [...parts].map(([name, { figures, remarks }]) => {
    const rows = figures.map(
      ({ path, ours, limit, ratio, aim, holds }) =>
        `| ${path} | ${ours} | ${limit} | ${ratio} | ${aim} | ${holds === null ? '–' : holds ? 'yes' : '**no**'} |`,
    )
    const table = [
      '| Path | Ours | Limit in the same run | Ratio | Aim | Holds |',
      '|---|---|---|---|---|---|',
      ...rows,
    ]
    return [`## ${name}`, '', ...table, '', ...remarks.map((remark) => `- ${remark}`)].join('\n').trimEnd()
  })
  return `${['# Results of npm run bench', '', ...heading(about), '', blocks.join('\n\n')].join('\n')}\n`
}

function heading({ size, database, load }: About): string[] {
  const memory = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() || process.arch
  return [
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}. ${cpus().length} × ${model}, ${memory} GiB, ${process.platform}. Node ${process.versions.node}, PostgreSQL ${database} (embedded, fsync on), fastify ${versionOf('fastify')}, pg ${versionOf('pg')}, autocannon ${versionOf('autocannon')}. ${size.toLocaleString('en-US')} policies.`,
    '',
    `Server, PostgreSQL, load generator and browser share the machine, which had a load of ${load.toFixed(1)} before the run. Each figure is the median of at least 3 runs, interleaved with its limit; CPU comes from the operating system (application with its threads, PostgreSQL with all its processes).`,
  ]
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function versionOf(name: string): string {
  const about: unknown = JSON.parse(readFileSync(join(projectRoot, 'node_modules', name, 'package.json'), 'utf8'))
  return typeof about === 'object' && about && 'version' in about ? String(about.version) : 'unknown'
}
