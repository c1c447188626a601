import { useCarrierPortals } from '../lookups/lookup-choices.ts'
import css from './carrier-portals.module.css'

/** Links to the carriers' agent portals in a new tab; if the host's brand has them (DASH-08). */
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

/** Initials of a carrier, since logos are trademarks: 'Florida Blue' → FB, 'Oscar' → Os. */
function initialsOf(name: string): string {
  const [first = '', second] = name.split(/\s+/)
  return second ? `${first.slice(0, 1)}${second.slice(0, 1)}` : first.slice(0, 2)
}
