import { statfsSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { Place } from './resolve-location.ts'

/** Resources for the database in MB. */
export type Machine = { memory: number; freeDisk: number }

/** The memory that this process may use (a container's limit counts) and the free disk under `folder`. */
export function thisMachine(folder: string): Machine {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const { bavail, bsize } = statfsSync(folder)
  return { memory: Math.floor(memory / 2 ** 20), freeDisk: Math.floor((bavail * bsize) / 2 ** 20) }
}

/**
 * PostgreSQL settings fit for the machine: a tenth of the memory for shared buffers, room for bulk loads in the
 * write-ahead log as far as the disk allows, and logs that hold no statements or values of people (P-66).
 * Durability is PostgreSQL's default, stated explicitly: fsync, synchronous commits and full pages are on.
 */
export function serverSettings({ memory, freeDisk }: Machine): Record<string, string> {
  return {
    shared_buffers: `${clamp(memory / 10, 32, 2048)}MB`,
    effective_cache_size: `${clamp(memory / 2, 128, 65_536)}MB`,
    maintenance_work_mem: `${clamp(memory / 40, 32, 512)}MB`,
    work_mem: `${clamp(memory / 512, 4, 48)}MB`,
    max_connections: '100',
    max_wal_size: `${clamp(freeDisk / 8, 256, 4096)}MB`,
    min_wal_size: `${clamp(freeDisk / 64, 80, 512)}MB`,
    // A slot without a reader must not fill the disk.
    max_slot_wal_keep_size: `${clamp(freeDisk / 8, 256, 4096)}MB`,
    wal_compression: 'on',
    checkpoint_timeout: '10min',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    effective_io_concurrency: '32',
    random_page_cost: '1.1',
    jit: 'off',
    // A large load or pay run changes what the planner must know: a minute without statistics made its lists take seconds.
    autovacuum_naptime: '10s',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_error_verbosity: 'terse',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
  }
}

/** Settings of a disposable test cluster: no fsync, little memory, many sessions. */
export function disposableSettings(machine: Machine): Record<string, string> {
  return {
    ...serverSettings(machine),
    shared_buffers: '128MB',
    max_connections: '200',
    max_wal_size: '256MB',
    // Its databases live for seconds, so autovacuum is off.
    autovacuum: 'off',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
}

/** Writes the settings where the cluster reads them: a file that `postgresql.conf` includes last. */
export function writeSettings({ data, product }: Place, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  const text = [`# Written by ${product.title} at each start; changes made here are lost.`, ...lines, ''].join('\n')
  writeFileSync(join(data, `${product.name}.conf`), text)
}

function clamp(value: number, low: number, high: number): number {
  return Math.floor(Math.min(Math.max(value, low), high))
}
