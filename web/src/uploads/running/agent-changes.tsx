import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { StatusPill } from '../../ui/basics/status-pill.tsx'
import { changedAgents } from './load-policies-steps.tsx'
import css from './load-running.module.css'

type Change = ImportRun['agentChanges'][number]

/** Agent-of-record changes of the file; readable while it is still being written. */
export function AgentChanges({ run }: { run: ImportRun }) {
  if (run.agentChanges.length === 0) return null
  return (
    <section className={css.agents} aria-labelledby="agent-changes">
      <h3 id="agent-changes">
        Agent-of-record changes <span className="figures">{showCount(changedAgents(run))}</span>
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className={css.number}>
              Policies
            </th>
          </tr>
        </thead>
        <tbody>
          {run.agentChanges.map((change) => (
            <tr key={`${change.fromName} ${change.toName} ${change.toNpn}`}>
              <td>{change.fromName ?? 'Unassigned'}</td>
              <td>
                <span className={css.to}>
                  <IconArrowRight size={14} stroke={1.75} aria-hidden />
                  <VisuallyHidden>to </VisuallyHidden>
                  <strong>{toWhom(change)}</strong>
                  {change.lost ? <StatusPill tone="amber">Lost to another agency</StatusPill> : null}
                </span>
              </td>
              <td className={`figures ${css.number}`}>{showCount(change.policies)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function toWhom({ toName, toNpn, lost }: Change): string {
  if (toName !== null) return toName
  if (toNpn === null) return 'Unassigned'
  return lost ? `NPN ${toNpn}, not ours` : `NPN ${toNpn}`
}
