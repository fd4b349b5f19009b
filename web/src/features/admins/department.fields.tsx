import type { Department } from '@desk/contract/admins';
import { roleWords } from '../../parts/menus/role-words.ts';

/** The choices of a select of departments. */
export const departmentOptions = (departments: readonly Department[]) =>
  departments.map(({ department_id, department_name }) => ({ value: String(department_id), label: department_name }));

/** The department behind the choice in a form. */
export const departmentOf = (departments: readonly Department[], chosen: string): Department | undefined =>
  departments.find(({ department_id }) => String(department_id) === chosen);

/** Which role comes with a department; read out as the choice changes. */
export function RoleNote({ department }: { department: Department | undefined }) {
  return (
    <p role="status" style={{ margin: 0 }}>
      {department && `${department.department_name} gives the role ${roleWords(department.role)}.`}
    </p>
  );
}
