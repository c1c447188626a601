import type { ReactNode } from 'react'
import { AccessBox } from './access-boxes.tsx'
import { FurtherClaimBoxes } from './claim-boxes.tsx'
import { ClaimMatrix } from './claim-matrix.tsx'
import { CustomClaims } from './custom-claims.tsx'
import css from './edit-user.module.css'
import { RoleBoxes } from './role-boxes.tsx'

/** Rights of a new user or a role template in two columns; `children` come before the roles. */
export function RightsFields({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={css.column}>
        {children}
        <RoleBoxes />
        <fieldset className={css.group}>
          <legend>Access</legend>
          <AccessBox
            name="hasFullAgentAccess"
            label="Full agent access"
            about="Can see all agents' records"
            disabled={false}
          />
        </fieldset>
        <FurtherClaimBoxes />
        <CustomClaims locked={false} />
      </div>
      <fieldset className={css.group}>
        <legend>Claims</legend>
        <ClaimMatrix />
      </fieldset>
    </>
  )
}
