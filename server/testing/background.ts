/**
 * Whether a statement sends live events. It runs after the replies, for several together, so it counts for no request.
 */
export const isNotify = (statement: string): boolean => statement.includes('pg_notify(')

/**
 * Whether a statement belongs to no request: it sends a live event, or the scheduler looks for the next publication.
 */
export const isBackground = (statement: string): boolean => isNotify(statement) || statement.includes('min(publish_at)')
