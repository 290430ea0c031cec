/// A part of a movie's way through the pipeline, by what the process that made it says.
package enum PipelineStep: String, MetricLabel {
  case probe, read, decode, scale, encode, sound, poster, write

  package static let name = "step"
}
