export const people = {
  title: 'People',
  search: 'Search people',
  count: (shown: number, all: number) =>
    shown === all ? `${all} ${all === 1 ? 'person' : 'people'}` : `${shown} of ${all} people`,
  name: 'Name',
  role: 'Role',
  section: 'Section',
  email: 'Email',
  joined: 'Joined',
  everyRole: 'Every role',
  everySection: 'Every section',
  noSection: 'In no section',
  nobody: 'Nobody matches',
  showAll: 'Show everyone',
}
