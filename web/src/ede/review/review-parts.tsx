import type { ReviewText } from '@coverdesk/domain/ede/review-text.ts'

/** The parts of a review, each with its points. */
export function ReviewParts({ parts }: Pick<ReviewText, 'parts'>) {
  return parts.map(({ heading, points }) => (
    <section key={heading}>
      <h2>{heading}</h2>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  ))
}
