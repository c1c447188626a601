import type { FileShape } from '../uploads/file-shape.ts'
import type { TermFileKind } from '../uploads/import-kinds.ts'
import { adjustmentFile, advanceFile, contractFile, overrideFile, splitFile, uplineFile } from './pay-term-files.ts'
import { scheduleFile } from './schedule-file.ts'

/** Format of each kind of file. */
export const termFileShapes: Readonly<Record<TermFileKind, FileShape>> = {
  schedules: scheduleFile,
  contracts: contractFile,
  uplines: uplineFile,
  overrides: overrideFile,
  splits: splitFile,
  advances: advanceFile,
  adjustments: adjustmentFile,
}

/** Rows as an agency would write them, with the cells by field. */
const examples: Readonly<Record<TermFileKind, readonly Readonly<Record<string, string>>[]>> = {
  schedules: [
    {
      Carrier: 'Oscar',
      States: 'FL, TX',
      For: 'All plans',
      Business: 'New',
      FirstMonth: '01/2026',
      LastMonth: '12/2026',
      Basis: 'Per member',
      Amount: '20.00',
      Cap: '5',
      Commissionable: 'Yes',
      FirstLag: '1',
    },
    {
      Carrier: 'Oscar',
      States: 'FL, TX',
      For: 'All plans',
      Business: 'Renewal',
      FirstMonth: '01/2026',
      LastMonth: '12/2026',
      Basis: 'Per member',
      Amount: '15.00',
      Cap: '5',
      Commissionable: 'Yes',
      FirstLag: '1',
    },
    {
      Carrier: 'Molina',
      States: '',
      For: 'Silver',
      Business: 'New and renewal',
      FirstMonth: '01/2026',
      Basis: 'Percent of premium',
      Amount: '2.5 %',
      Commissionable: 'Yes',
      Source: 'Schedule 2026, page 4',
    },
  ],
  contracts: [
    { AgentNPN: '19984127', Agent: 'Ana Vega', Carrier: 'Any carrier', Part: '70 %', StartDate: '01/01/2026' },
    {
      AgentNPN: '20417733',
      Agent: 'Ben Ortiz',
      Carrier: 'Oscar',
      Part: '$12.00 per member',
      StartDate: '01/01/2026',
      EndDate: '12/31/2026',
    },
  ],
  uplines: [
    { AgentNPN: '20417733', Agent: 'Ben Ortiz', UplineNPN: '19984127', Upline: 'Ana Vega', StartDate: '01/01/2026' },
  ],
  overrides: [
    {
      AgentNPN: '19984127',
      Agent: 'Ana Vega',
      Level: '1',
      Carrier: 'Any carrier',
      Part: '5 %',
      StartDate: '01/01/2026',
    },
  ],
  splits: [
    {
      PolicyNumber: 'U10001',
      Carrier: 'Oscar',
      AgentNPN: '19984127',
      Agent: 'Ana Vega',
      Share: '60 %',
      StartDate: '01/01/2026',
    },
    {
      PolicyNumber: 'U10001',
      Carrier: 'Oscar',
      AgentNPN: '20417733',
      Agent: 'Ben Ortiz',
      Share: '40 %',
      StartDate: '01/01/2026',
    },
  ],
  advances: [
    { AgentNPN: '19984127', Agent: 'Ana Vega', Month: '01/2026', Amount: '500.00', Recovery: '50 %', Reason: 'Start' },
  ],
  adjustments: [
    { AgentNPN: '20417733', Agent: 'Ben Ortiz', FirstMonth: '01/2026', Amount: '-25.00', Reason: 'E&O insurance' },
  ],
}

/** Example file of a kind as CSV: all headings, and rows to replace. */
export function exampleFile(kind: TermFileKind): string {
  const { fields } = termFileShapes[kind]
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = examples[kind].map((row) => fields.map(({ name }) => cell(row[name] ?? '')))
  return [fields.map(({ name }) => name), ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
