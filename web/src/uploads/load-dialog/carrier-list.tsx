import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import type { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { NoCarriersHint } from '../../lookups/no-carriers-hint.tsx'
import { SkeletonBar } from '../../ui/basics/skeleton-bar.tsx'
import { StatusDot } from '../../ui/basics/status-pill.tsx'
import css from '../load-policies.module.css'
import { isBehind, lastOf, showPeriod } from '../upload-period.ts'

export type CarrierUpload = OutputOf<typeof uploads.carriers>[number]

interface Props {
  carriers: readonly CarrierUpload[] | undefined
  failed: { why: string; retry(): void } | null
  /** Carrier of the open form. */
  chosen: number | null
  /** An upload is shown: its carrier is highlighted, and the list is disabled. */
  locked: boolean
  today: string
  onAdd(carrier: CarrierUpload): void
  onCancel(): void
}

/** Carriers with their last processed month, and ADD or CANCEL (UPLOAD-02, UPLOAD-03). */
export function CarrierList({ carriers, failed, chosen, locked, today, onAdd, onCancel }: Props) {
  const late = carriers?.some((carrier) => isBehind(lastOf(carrier), today))
  return (
    // While all buttons are disabled, the list itself takes the focus so that it scrolls by keyboard.
    <section className={css.carriers} aria-label="Carriers" tabIndex={locked ? 0 : undefined}>
      <div className={css.carriersHead} aria-hidden>
        <span>Carrier</span>
        <span>Last processed</span>
      </div>
      {failed ? (
        <p className={css.carriersFailed} role="alert">
          {failed.why}{' '}
          <Button size="xs" onClick={failed.retry}>
            Try again
          </Button>
        </p>
      ) : null}
      {carriers?.length === 0 ? (
        <p className={css.carriersFailed}>
          <NoCarriersHint />
        </p>
      ) : null}
      <ul>
        {carriers?.map((carrier) => {
          const open = carrier.carrierId === chosen
          return (
            <li key={carrier.carrierId} data-open={open || undefined}>
              <span className={css.carrierName}>{carrier.carrierName}</span>
              <LastProcessed carrier={carrier} today={today} />
              <Button
                size="xs"
                className={css.toggle}
                disabled={locked}
                onClick={() => (open ? onCancel() : onAdd(carrier))}
              >
                {open ? 'CANCEL' : 'ADD'}
                <VisuallyHidden> {carrier.carrierName}</VisuallyHidden>
              </Button>
            </li>
          )
        }) ?? (failed ? null : <CarrierSkeleton />)}
      </ul>
      {late ? (
        <p className={css.legend}>
          <StatusDot tone="amber" /> More than one month behind
        </p>
      ) : null}
    </section>
  )
}

function LastProcessed({ carrier, today }: { carrier: CarrierUpload; today: string }) {
  const last = lastOf(carrier)
  const behind = isBehind(last, today)
  return (
    <span className={css.last} data-behind={behind || undefined}>
      {behind ? <StatusDot tone="amber" /> : null}
      <VisuallyHidden>Last processed </VisuallyHidden>
      <span className="figures">{showPeriod(last)}</span>
      {behind ? <VisuallyHidden>, more than one month behind</VisuallyHidden> : null}
    </span>
  )
}

function CarrierSkeleton() {
  return [90, 60, 70, 80, 64, 72, 110, 66].map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton bars do not move
    <li key={index}>
      <span className={css.carrierName}>
        <SkeletonBar width={width} />
      </span>
      <SkeletonBar width={50} />
    </li>
  ))
}
