import type { DirectoryEntry, DirectoryKind, PlanCoverage } from '@coverdesk/domain/plans/directory-contract.ts'

/** Question for doctors or drugs by name. */
export interface DirectorySearch {
  kind: DirectoryKind
  text: string
  year: number
  zipCode: string
  state: string
}

/** Question whether plans cover doctors (NPIs) and drugs (RxCUIs). Names no person. */
export interface CoverageQuestion {
  year: number
  state: string
  planIds: readonly string[]
  providers: readonly string[]
  drugs: readonly string[]
}

/** Source of doctors and drugs: the loaded files of insurers, the Marketplace API, or the sandbox, which invents them. */
export interface PlanDirectory {
  /** What it can say anything about; neither hides the doctors and drugs of a person. */
  has: (where: { year: number; state: string }) => Promise<Record<DirectoryKind, boolean>>
  /** At most twenty, by name. */
  search: (question: DirectorySearch, signal: AbortSignal) => Promise<DirectoryEntry[]>
  /** Answers for each plan, doctor and drug of the question; 'unknown' where there is no data. */
  coverage: (question: CoverageQuestion, signal: AbortSignal) => Promise<PlanCoverage[]>
}
