import { useCarrierPortals } from '../lookups/lookup-choices.ts'
import css from './carrier-portals.module.css'

/** The carriers' own places for agents, each by its mark and name, in a new tab; where the host's brand has them (DASH-08). */
export function CarrierPortals() {
  const carriers = useCarrierPortals()
  return (
    <nav className={css.portals} aria-label="Carrier portals">
      {carriers.map(({ id, name, portalUrl }) => (
        <a key={id} href={portalUrl} target="_blank" rel="noopener noreferrer" className={css.portal}>
          <span className={css.logo} aria-hidden>
            {initialsOf(name)}
          </span>
          {name}
        </a>
      ))}
    </nav>
  )
}

/** 'Florida Blue' → FB, 'Oscar' → Os: carriers' own pictures are theirs, and a name needs none to be found. */
function initialsOf(name: string): string {
  const [first = '', second] = name.split(/\s+/)
  return second ? `${first.slice(0, 1)}${second.slice(0, 1)}` : first.slice(0, 2)
}
