/** Whether a statement sends live events. It runs after the answers, that of several together, so it is not counted as a request's. */
export const isNotify = (statement: string): boolean => statement.includes('pg_notify(')

/** Whether no request sends a statement: it sends a live event, or the scheduler looks up what is to be published next. */
export const isBackground = (statement: string): boolean => isNotify(statement) || statement.includes('min(publish_at)')
