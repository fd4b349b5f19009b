import { crmTasks } from '@desk/contract/crm-tasks';
import { useSend } from '../../api/hooks.ts';
import { ParagraphField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';

const { formData } = crmTasks.create.body.shape;

interface Props {
  onCreated: () => void;
  onClose: () => void;
}

/** Work for the accounting department. */
export function CreateTaskDialog({ onCreated, onClose }: Props) {
  const create = useSend(crmTasks.create, { recent: (sent) => ({ what: `Task ${sent.formData.subject} created` }) });
  return (
    <FormDialog
      title="Follow Up Comments"
      schema={formData}
      start={{ subject: '', description: '' }}
      submit="Create Task"
      draft="zoho-task"
      onClose={onClose}
      send={async (task) => {
        await create.mutateAsync({ formData: task });
        toast('done', 'The task was created, and is on its way to the CRM');
        onCreated();
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="subject" label="Subject" required />
          <ParagraphField form={form} name="description" label="Description" required />
        </>
      )}
    </FormDialog>
  );
}
