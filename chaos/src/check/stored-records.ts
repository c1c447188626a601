import type { CreatedEntity } from '../users/operation.ts'

/** Everything that the database and the API say once all faults are over, as the checker compares it. */
export interface StoredRecords {
  /** Records with a marker, one for each copy that is there. */
  created: StoredCreation[]
  /** Records with versions. */
  versioned: StoredVersions[]
  loads: StoredLoad[]
  sessions: { id: string; hasEnded: boolean }[]
  payRuns: number[]
  /** Amounts that must agree: lines, roll-ups, what the API answers. */
  sums: StoredSum[]
  /** What the verification of the audit record found. */
  auditProblems: string[]
}

export interface StoredCreation {
  entity: CreatedEntity
  marker: string
  /** Parts of the record that are missing: its history, its audit event, its attachment. */
  missing: string[]
}

/** A record with its history: one entry for each version. */
export interface StoredVersions {
  entity: 'lead' | 'customer' | 'pto'
  record: number
  version: number
  /** Marker that the record has now; null for none. */
  value: string | null
  /** Entries by version, with the marker that each brought. */
  history: { version: number; marker: string | null }[]
  /** Events of the audit record about its versions. */
  auditEvents: number
}

/** What is stored of an uploaded file, by its name. */
export interface StoredLoad {
  entity: 'policies' | 'commissions'
  marker: string
  batches: number
  rows: number
  cents: number
  auditEvents: number
}

export interface StoredSum {
  /** Of what, such as `commissions of carrier 1 in 2026-03`. */
  name: string
  /** Amounts by where they come from. */
  amounts: Record<string, string>
}
