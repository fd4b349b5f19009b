import { admins } from '@desk/contract/admins';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { roleWords } from '../../parts/menus/role-words.ts';

const { department_name } = admins.addDepartment.body.shape;
const DepartmentForm = z.object({ department_name });

interface Props {
  /** Hears the key of the new department once it can be chosen. */
  onAdded: (departmentId: number) => void;
  onClose: () => void;
}

/** A department of the reseller's own; its people become administrators. */
export function AddDepartmentDialog({ onAdded, onClose }: Props) {
  const add = useSend(admins.addDepartment, {
    otherwise: 'Failed to add department. Please try again..!',
    recent: ({ department_name: name }) => ({ what: `Department ${name} added` }),
  });
  return (
    <FormDialog
      title="Add Department"
      schema={DepartmentForm}
      start={{ department_name: '' }}
      submit="Add Department"
      draft="add-department"
      onClose={onClose}
      send={async (typed) => {
        const { department_id } = await add.mutateAsync(typed);
        onAdded(department_id);
        toast('done', `Department ${typed.department_name} added`);
      }}
    >
      {(form) => (
        <TextField
          form={form}
          name="department_name"
          label="Department name"
          help={`It gives the role ${roleWords('ADMIN')}.`}
          required
        />
      )}
    </FormDialog>
  );
}
