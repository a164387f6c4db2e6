import { Icon, type IconProps } from '../Icon.tsx'

export const DotsIcon = (props: IconProps) => <Icon d="M12 5.5v.01M12 12v.01M12 18.5v.01" strokeWidth={3} {...props} />
export const GripIcon = (props: IconProps) => (
  <Icon d="M9 6v.01M9 12v.01M9 18v.01M15 6v.01M15 12v.01M15 18v.01" strokeWidth={2.5} {...props} />
)
export const ArrowUpIcon = (props: IconProps) => <Icon d="M12 19.5V5M6 11l6-6 6 6" {...props} />
export const ArrowDownIcon = (props: IconProps) => <Icon d="M12 4.5V19M6 13l6 6 6-6" {...props} />
export const CopyIcon = (props: IconProps) => (
  <Icon d="M9 9h10.500v10.500h-10.500zM15 9V4.500H4.500v10.500H9" {...props} />
)
