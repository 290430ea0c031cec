// Forms and their answers are this module's for whoever imports it; they lie in one of their own, so that a
// program with another network than URLSession's has them without it.
@_exported public import UploadForms
