import './fileButton.css';
import type { ReactNode } from 'react';

interface FileButtonProps {
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** Opens a text file. The browser's own control is not in the page's language. */
export const FileButton = ({ onFile, children }: FileButtonProps) => (
  <label className="button file-button">
    <input
      type="file"
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        // The same file may be chosen again.
        target.value = '';
      }}
    />
    {children}
  </label>
);
