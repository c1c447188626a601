import type { FailureDetail } from '@coverdesk/domain/failure.ts'
import { policyFields } from '../policy-fields.ts'
import css from './carrier-profile.module.css'
import type { ProfileDraft } from './profile-draft.ts'
import { ProfileTags } from './profile-tags.tsx'

/** Props of each part: the draft, its setter, and its problems. */
export interface ProfilePart {
  draft: ProfileDraft
  onDraft(draft: ProfileDraft): void
  problems: readonly FailureDetail[]
}

/** Headings of each column; columns without an entry match by their own and usual names. */
export function ProfileHeadings({ draft, onDraft, problems }: ProfilePart) {
  return (
    <section aria-labelledby="profile-headings">
      <h3 id="profile-headings">Headings</h3>
      <p className={css.help}>
        What the carrier calls each column. The first one found wins. Case, spaces, _ and - are ignored.
      </p>
      <div className={css.headings}>
        {policyFields.map(({ name, label, required }) => (
          <div key={name} className={css.line}>
            <span className={css.field}>
              {name}
              {required ? <small>required</small> : null}
            </span>
            <ProfileTags
              bare
              label={`Headings for ${label}`}
              value={draft.headings[name] ?? []}
              error={problems.find((problem) => problem.path === `headings.${name}`)?.message}
              onChange={(headings) => onDraft({ ...draft, headings: { ...draft.headings, [name]: headings } })}
            />
          </div>
        ))}
      </div>
      <ProfileTags
        label="Ignored headings"
        hint="Ignored without asking"
        value={draft.ignored}
        error={problems.find((problem) => problem.path === 'ignored')?.message}
        onChange={(ignored) => onDraft({ ...draft, ignored })}
      />
    </section>
  )
}
